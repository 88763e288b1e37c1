import { TOKENS } from './tokens.js'

/**
 * The style of every page, inline, because a page loads nothing. Widths are flexible (320 px are enough),
 * colors come from the tokens, and the focus is always visible.
 */
export const PAGE_STYLE = `
${TOKENS}
* { box-sizing: border-box; }
body {
  display: grid;
  place-items: center;
  min-height: 100vh;
  margin: 0;
  padding: var(--s5) var(--s4);
  background: var(--ground);
  color: var(--ink);
  font: var(--t-read)/1.57 var(--sans);
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
main {
  width: 100%;
  max-width: 26rem;
  padding: var(--s6);
  border: 1px solid var(--line);
  border-radius: var(--round-large);
  background: var(--paper);
}
@media (max-width: 30rem) {
  body { padding: 0; place-items: start center; background: var(--paper); }
  main { padding: var(--s5) var(--s4); border: 0; }
}
h1 { margin: 0 0 var(--s4); font-size: var(--t-page); line-height: 1.34; letter-spacing: -0.01em; }
h2 { margin: 0 0 var(--s1); font-size: var(--t-read); }
p { margin: 0 0 var(--s4); }
ul { margin: 0 0 var(--s4); padding-left: var(--s5); }
main > :last-child { margin-bottom: 0; }
a { color: var(--accent); text-underline-offset: 0.15em; }
.mark { display: flex; align-items: center; gap: var(--s2); margin: 0 0 var(--s3); color: var(--quiet); font-weight: 600; }
.mark svg { flex: none; color: var(--accent); fill: none; stroke: currentColor; stroke-width: 1.6; }
label { display: block; margin: 0 0 var(--s1); font-weight: 500; }
.field { margin: 0 0 var(--s5); }
.hint { margin: var(--s1) 0 0; color: var(--quiet); font-size: var(--t-small); line-height: 1.34; }
.wrong {
  display: flex;
  gap: 0.375rem;
  margin: var(--s1) 0 0;
  color: var(--alarm);
  font-size: var(--t-small);
  line-height: 1.34;
  font-weight: 500;
}
.wrong svg { flex: none; fill: none; stroke: currentColor; stroke-width: 1.5; }
input {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.3125rem var(--s2);
  border: 1px solid var(--edge);
  border-radius: var(--round);
  background: var(--paper);
  color: var(--ink);
  font: inherit;
  font-size: 1rem;
}
input[autocomplete='one-time-code'] { font-family: var(--mono); font-size: 1.125rem; letter-spacing: 0.12em; }
input[readonly] { border-style: dashed; }
input[aria-invalid] { border-color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); }
button {
  width: 100%;
  min-height: 2.75rem;
  padding: 0 var(--s3);
  border: 1px solid var(--accent);
  border-radius: var(--round);
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.qr {
  display: block;
  width: 100%;
  max-width: 13rem;
  margin: 0 auto var(--s4);
  border-radius: var(--round);
  background: #ffffff;
  fill: #000000;
}
.secret, .codes { padding: var(--s3); border-radius: var(--round); background: var(--ground); font-family: var(--mono); }
.codes { margin: 0 0 var(--s4); list-style: none; columns: 2; }
.after { margin: var(--s3) 0 0; color: var(--quiet); font-size: var(--t-small); line-height: 1.34; }
.problem { margin: 0 0 var(--s5); padding: var(--s3); border-radius: var(--round); background: var(--alarm-soft); }
.problem h2 { color: var(--alarm); }
.problem p { margin: 0; }
.problem a { color: inherit; }
:focus-visible, .problem:focus { outline: 2px solid var(--accent); outline-offset: 2px; }
`
