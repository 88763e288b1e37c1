/**
 * The style of every page, inside it: a page loads nothing. Widths give way (320 px are enough), colours follow the
 * reader's choice of light and dark and differ by 4.5 to 1 at least (WCAG 2.2 1.4.3), focus is always seen.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff;
  --ink: #1a1a1f;
  --quiet: #54545e;
  --edge: #76767f;
  --accent: #1d4ed8;
  --on-accent: #ffffff;
  --alarm: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16161a;
    --ink: #f1f1f4;
    --quiet: #b4b4be;
    --edge: #8a8a94;
    --accent: #9db7ff;
    --on-accent: #10101a;
    --alarm: #ff9b91;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
main { max-width: 32rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 0 0 0.5rem; font-size: 1.125rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent); }
label { display: block; font-weight: 600; }
.field { margin: 0 0 1.25rem; }
.hint { margin: 0.125rem 0 0.25rem; color: var(--quiet); }
.wrong { margin: 0.125rem 0 0.25rem; color: var(--alarm); font-weight: 600; }
input {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 0.625rem;
  border: 1px solid var(--edge);
  border-radius: 0.25rem;
  background: var(--paper);
  color: var(--ink);
  font: inherit;
}
input[readonly] { border-style: dashed; }
input[aria-invalid] { border: 2px solid var(--alarm); }
button {
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--accent);
  border-radius: 0.25rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.problem { margin: 0 0 1.5rem; padding: 1rem; border: 3px solid var(--alarm); border-radius: 0.25rem; }
.problem p { margin: 0; }
:focus-visible, .problem:focus { outline: 3px solid var(--accent); outline-offset: 3px; }
`
