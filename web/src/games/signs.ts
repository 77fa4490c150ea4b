/** What each special does, as the path of a small drawing. */
export const SIGNS: { [special: string]: string } = {
  seven: "M6 5h12l-7 14",
  stop: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM7.500 12h9",
  insert: "M3 8h5v9H3zM16 8h5v9h-5zM12 3v8m-3-3l3 3 3-3",
  replace: "M5 8h13m-4-4l4 4-4 4M19 16H6m4-4l-4 4 4 4",
  slide: "M3 5h18M3 19h18M7 8.500l9 7m-5.500 0H16V10",
  fifth_row: "M4 4h16M4 8h16M4 12h16M4 16h16M4 20.500h8m3 0h5m-2.500-2.500v5",
  negative_positive: "M4 8h7M15 17h6m-3-3v6M18 4L6 20",
  first: "M5 4v16M20 12H9m4.500-4.500L9 12l4.500 4.500",
  last: "M19 4v16M4 12h11m-4.500-4.500L15 12l-4.500 4.500",
  sort: "M5 19v-5m5 5V5m5 14v-9m5 9V8",
  remove_stop: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM8.500 8.500l7 7m0-7l-7 7",
};
