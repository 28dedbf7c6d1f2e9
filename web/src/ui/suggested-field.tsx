import { Autocomplete } from '@mantine/core';
import { Field } from './field.js';
import classes from './field.module.css';

interface SuggestedFieldProps {
  label: string;
  note?: string;
  value: string;
  suggestions: readonly string[];
  onChange: (value: string) => void;
  objection?: string | null;
  placeholder?: string;
  /** For paths and names that are typed exactly. */
  mono?: boolean;
  autoFocus?: boolean;
  className?: string | undefined;
}

/** Free text with what was used before at hand. */
export function SuggestedField({ suggestions, onChange, mono, autoFocus, ...field }: SuggestedFieldProps) {
  const { label, note, objection, className, value, placeholder } = field;
  return (
    <Field label={label} note={note} objection={objection ?? null} className={className}>
      {({ className: control, ...described }) => (
        <Autocomplete
          {...described}
          variant="unstyled"
          data={[...suggestions]}
          value={value}
          onChange={onChange}
          placeholder={placeholder}
          openOnFocus={false}
          autoComplete="off"
          spellCheck={false}
          maxDropdownHeight={220}
          data-mono={mono || undefined}
          comboboxProps={{ zIndex: 400 }}
          data-autofocus={autoFocus || undefined}
          classNames={{ input: control, dropdown: classes['options'] ?? '', option: classes['option'] ?? '' }}
        />
      )}
    </Field>
  );
}
