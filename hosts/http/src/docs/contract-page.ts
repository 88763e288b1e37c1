import { escapeHtml } from '@postrider/core/kernel/texts/escape-html'

/** The page under /docs, with the product's name. Its addresses are relative, so that it also works behind a path of a proxy. */
export const contractPage = (productName: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(productName)} API</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<noscript><p>This page needs JavaScript. The same contract, as a document: <a href="openapi.json">openapi.json</a>.</p></noscript>
<div id="contract"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`

/** Starts the page; a file of its own, because the page's policy allows no script inside it. */
export const CONTRACT_PAGE_START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#contract',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`
