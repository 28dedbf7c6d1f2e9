import type { KeyboardEvent, ReactNode } from 'react';
import classes from './segmented.module.css';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly shown: ReactNode; readonly label?: string }[];
  onChange: (value: T) => void;
  className?: string | undefined;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One of a few, all in sight. Arrow keys move within it, as in any group of radio buttons. */
export function Segmented<T extends string>({ label, value, options, onChange, className }: SegmentedProps<T>) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = options.findIndex((option) => option.value === value);
    const next = (at + by + options.length) % options.length;
    const chosen = options[next];
    if (!chosen) return;
    onChange(chosen.value);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={[classes['segmented'], className].filter(Boolean).join(' ')}
      onKeyDown={onKeyDown}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.label}
          title={option.label}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.shown}
        </button>
      ))}
    </div>
  );
}
