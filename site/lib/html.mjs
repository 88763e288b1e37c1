const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for HTML content and for attributes in double quotes. */
export const escapeHtml = (text) => String(text).replaceAll(/[&<>"']/g, (character) => ESCAPES[character])

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The visible text of HTML, in one line. */
export const textOf = (html) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name])
    .replaceAll(/\s+/g, ' ')
    .trim()
