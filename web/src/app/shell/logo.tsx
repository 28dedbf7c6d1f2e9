export const Logo = () => (
  <svg width="18" height="18" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true" style={{ flex: 'none' }}>
    <rect x="2" y="3" width="16" height="3.2" rx="1" />
    <rect x="2" y="8.4" width="11" height="3.2" rx="1" opacity=".62" />
    <rect x="2" y="13.8" width="6" height="3.2" rx="1" opacity=".34" />
  </svg>
);
