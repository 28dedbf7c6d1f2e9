import type { ReactNode } from 'react';
import type { SessionStatus } from '../generated/graphql.js';

/** One shape per status, told apart without colour; 16 × 16, drawn in the current colour. */
const SHAPES: Record<SessionStatus | 'failed', ReactNode> = {
  approval: (
    <>
      <path
        d="M8 1.2 14.8 8 8 14.8 1.2 8Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinejoin="round"
      />
      <path d="M8 4.9v3.6" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />
      <circle cx="8" cy="10.8" r="1" fill="currentColor" />
    </>
  ),
  input: (
    <>
      <path
        d="M2 3.2h12v8.2H7.4L4.6 14v-2.6H2Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <path
        d="M6.5 6c.2-1 2.9-1.1 2.9.4 0 1-1.4 1-1.4 1.9"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
      />
      <circle cx="8" cy="9.9" r=".8" fill="currentColor" />
    </>
  ),
  working: (
    <>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.7" opacity=".3" />
      <path
        className="arc"
        d="M8 2a6 6 0 0 1 6 6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinecap="round"
      />
      <circle cx="8" cy="8" r="2.2" fill="currentColor" />
    </>
  ),
  waiting: (
    <path
      d="M13 3v5.2H4M7 5 3.6 8.3 7 11.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  prompting: (
    <path
      d="m2.6 4 4 4-4 4M8.4 12.4h5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  connecting: (
    <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.7" strokeDasharray="2.4 2.3" />
  ),
  idle: <circle cx="8" cy="8" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  ended: (
    <>
      <rect x="2.6" y="2.6" width="10.8" height="10.8" rx="2" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M5.4 8h5.2" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  failed: (
    <>
      <path
        d="M5.4 1.6h5.2l3.8 3.8v5.2l-3.8 3.8H5.4l-3.8-3.8V5.4Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <path d="m5.9 5.9 4.2 4.2m0-4.2-4.2 4.2" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
};

export function StatusIcon({ status, size = 13 }: { status: SessionStatus | 'failed'; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" data-shape={status}>
      {SHAPES[status]}
    </svg>
  );
}
