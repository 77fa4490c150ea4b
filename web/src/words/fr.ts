/** The words of one language, in one file: the program's and the page's own. */
import program from "../../../src/nimmt/words/fr.toml";
import page from "./fr.toml";

export default [program, page];
