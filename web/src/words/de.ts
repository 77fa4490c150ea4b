/** The words of one language, in one file: the program's and the page's own. */
import program from "../../../src/nimmt/words/de.toml";
import page from "./de.toml";

export default [program, page];
