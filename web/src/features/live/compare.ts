/** By code unit: for ids and ISO times, where it is right, and many times quicker than by locale. */
export const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
