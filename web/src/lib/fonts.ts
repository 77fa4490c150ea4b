/** The page brings its own fonts. Words wait a moment for them, so that nobody sees another font first. */
const PATIENCE_MS = 1500; // on a slow line, another font is better than no words

export const fontsLoaded = (): Promise<unknown> =>
  Promise.race([
    Promise.allSettled(["1em Display", "1em Text"].map((font) => document.fonts?.load(font))),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
