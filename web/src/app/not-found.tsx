import { Link } from 'react-router';

export const NotFound = () => (
  <main style={{ padding: 'var(--s6)' }}>
    <h1>Nothing is at this address.</h1>
    <p>
      <Link to="/" style={{ textDecoration: 'underline' }}>
        Back to Live
      </Link>
    </p>
  </main>
);
