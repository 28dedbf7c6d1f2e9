/** One session: terminal, answers, why. */
export const SessionPage = () => <main />;
