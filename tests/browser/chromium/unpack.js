// Unpacks Chromium into node_modules/unpacked, with the libraries and fonts that a bare machine lacks.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";

const folder = new URL("node_modules/unpacked", import.meta.url).pathname;
rmSync(folder, { recursive: true, force: true }); // half of it, if somebody was interrupted
mkdirSync(folder, { recursive: true });
process.env.TMPDIR = folder; // where the package unpacks to
process.env.AWS_EXECUTION_ENV = "nodejs24.x"; // what makes it unpack the libraries too
const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
// The package's own list of fonts names fixed places. Ours is written last: it also says that all is there.
writeFileSync(
  `${folder}/fonts.conf`,
  `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`,
);
