// Runs before the page is drawn, so that a chosen theme doesn't flash. It is a classic script in the head.
const chosen = localStorage.getItem('theme')
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen
