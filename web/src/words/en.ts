/** The words of one language, in one file: the program's and the page's own. */
import program from "../../../src/nimmt/words/en.toml";
import page from "./en.toml";

export default [program, page];
