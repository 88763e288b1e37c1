// Runs before the page is drawn, so that a chosen theme doesn't flash. It is a classic script in the head.
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen
} catch {
  // Storage is blocked: the theme is that of the system.
}
