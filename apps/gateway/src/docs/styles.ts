/** The page's style sheet. */
export const styles = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h2 { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); margin-top: 3rem; padding-bottom: .25rem; }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; margin: 1rem 0; padding: 0 1rem; }
h3 { font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { margin: .75rem 0 .25rem; }
code { font-family: ui-monospace, monospace; font-size: .95em; overflow-wrap: anywhere; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }
.method { display: inline-block; font-weight: 700; min-width: 4rem; }
`;
