/** Needs you, and the board. */
export const LivePage = (_: { show: 'inbox' | 'board' }) => <main />;
