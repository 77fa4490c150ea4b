/** The letters of the page come with it. Words wait for them a moment, so that none is seen in another letter first. */
const PATIENCE_MS = 1500; // a slow line: better other letters than none

export const lettersLoaded = (): Promise<unknown> =>
  Promise.race([
    Promise.allSettled(["1em Display", "1em Text"].map((font) => document.fonts?.load(font))),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
