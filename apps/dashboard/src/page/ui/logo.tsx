/** The heap of stones. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M11.6 9.2c-.6-2.2 1.5-4.2 4.3-4.2s5 1.8 4.7 4c-.2 1.6-2 2-4.5 2s-4.1-.3-4.5-1.8z" />
      <path d="M8.3 16.3c-.3-2.3 2.6-3.5 7.7-3.5s8 1.3 7.6 3.7c-.3 1.9-3 2.3-7.6 2.3s-7.4-.4-7.7-2.5z" />
      <path d="M4 24.2c-.4-2.9 4-4.4 12-4.4s12.5 1.5 12 4.5c-.4 2.3-4.6 2.7-12 2.7S4.3 26.7 4 24.2z" />
    </svg>
  );
}
