/**
 * The design tokens of all pages and screens: surfaces, text, meanings, states of messages, charts, type and
 * space. Each color is defined for the light and for the dark scheme; the reader's setting decides. Text has
 * a contrast of at least 4.5 to 1 with each surface, and the edges of controls 3 to 1 (WCAG 2.2 1.4.3,
 * 1.4.11). The page kit includes them in its style, and the single-page applications build theirs from the
 * same text.
 */
export const TOKENS = `:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #16161a);
  --ground: light-dark(#f6f6f8, #101013);
  --raised: light-dark(#ffffff, #1e1e23);
  --hover: light-dark(#f1f1f4, #222228);
  --selected: light-dark(#e9effd, #1e2943);
  --pressed: light-dark(#e6e6ec, #27272e);
  --line: light-dark(#e3e3e8, #2c2c33);
  --rule: light-dark(#cfcfd7, #3d3d46);
  --ink: light-dark(#1a1a1f, #f1f1f4);
  --quiet: light-dark(#54545e, #b4b4be);
  --edge: light-dark(#76767f, #8a8a94);
  --accent: light-dark(#1d4ed8, #9db7ff);
  --on-accent: light-dark(#ffffff, #10101a);
  --accent-soft: light-dark(#e9effd, #1e2943);
  --good: light-dark(#176639, #6fcf97);
  --good-soft: light-dark(#e5f4ea, #15291d);
  --warn: light-dark(#834d00, #f2b95c);
  --warn-soft: light-dark(#fdf1dc, #30240f);
  --alarm: light-dark(#b3261e, #ff9b91);
  --on-alarm: light-dark(#ffffff, #1f0a08);
  --alarm-soft: light-dark(#fcebe9, #371a17);
  --state-accepted: var(--quiet);
  --state-submitted: var(--accent);
  --state-unconfirmed: var(--warn);
  --state-delivered: var(--good);
  --state-read: var(--good);
  --state-undelivered: var(--alarm);
  --state-failed: var(--alarm);
  --state-expired: var(--quiet);
  --state-cancelled: var(--quiet);
  --chart-1: light-dark(#1d4ed8, #9db7ff);
  --chart-2: light-dark(#0f8577, #35a893);
  --chart-3: light-dark(#a65f0a, #d9963a);
  --chart-4: light-dark(#7a3fb0, #c79bf0);
  --chart-fill: light-dark(#eaf0fe, #1c2640);
  --chart-grid: var(--line);
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', Menlo, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', monospace;
  --t-small: 0.75rem;
  --t-body: 0.8125rem;
  --t-read: 0.875rem;
  --t-title: 1rem;
  --t-figure: 1.25rem;
  --t-page: 1.5rem;
  --s1: 0.25rem;
  --s2: 0.5rem;
  --s3: 0.75rem;
  --s4: 1rem;
  --s5: 1.5rem;
  --s6: 2rem;
  --s7: 3rem;
  --row: 2.25rem;
  --control: 2rem;
  --round: 0.375rem;
  --round-large: 0.625rem;
  --shadow: 0 0.5rem 2rem light-dark(rgb(20 20 30 / 0.18), rgb(0 0 0 / 0.6)), 0 0 0 1px var(--line);
  --veil: light-dark(rgb(20 20 30 / 0.34), rgb(0 0 0 / 0.58));
  --swift: 120ms ease-out;
}
@media (pointer: coarse) {
  :root { --row: 2.75rem; --control: 2.75rem; }
}
@media (prefers-reduced-motion: reduce) {
  :root { --swift: 0ms; }
}`
