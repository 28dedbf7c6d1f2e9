/** This browser has no login, or it was taken back. */
export const SignedOut = () => (
  <main style={{ display: 'grid', placeContent: 'center', height: '100%', padding: 'var(--s6)', gap: 'var(--s3)' }}>
    <h1 style={{ fontSize: 'var(--fs-display)', lineHeight: 'var(--lh-display)', fontWeight: 600 }}>
      This browser is not logged in
    </h1>
    <p>
      Run <code>pitwall login</code> on the machine that runs Pitwall and open the link that it prints. A link is good
      once.
    </p>
  </main>
);
