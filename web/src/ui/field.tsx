import { useId, type ReactNode } from 'react';
import classes from './field.module.css';

interface FieldProps {
  label: string;
  /** Beside the label, for what may be left out. */
  note?: string | undefined;
  objection?: string | null;
  className?: string | undefined;
  children: (control: {
    id: string;
    className: string;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A labelled control; what speaks against its content stands right below it. */
export function Field({ label, note, objection = null, className, children }: FieldProps) {
  const id = useId();
  const control = {
    id,
    className: classes['control'] ?? '',
    'aria-invalid': objection !== null,
    'aria-describedby': objection === null ? undefined : `${id}-objection`,
  };
  return (
    <div className={className}>
      <label htmlFor={id} className={classes['label']}>
        {label} {note && <span>{note}</span>}
      </label>
      {children(control)}
      {objection !== null && (
        <p id={`${id}-objection`} className={classes['objection']} role="alert">
          {objection}
        </p>
      )}
    </div>
  );
}
