import { watched } from '../../app/watched.js';

export const TEXT_SIZES = [10, 11, 12.5, 14, 16, 18] as const;

const KEY = 'pitwall.terminal.text-size';

const standard = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--fs-term')) || 12.5;

const kept = (): number => {
  const size = Number(localStorage.getItem(KEY));
  return TEXT_SIZES.some((one) => one === size) ? size : standard();
};

/** Of all terminals in this browser. */
export const textSize = watched<number>(kept());

export function setTextSize(size: number): void {
  localStorage.setItem(KEY, String(size));
  textSize.set(size);
}
