import { E } from '@postrider/core/fp'
import type { SiteFiles } from '../docs/site-files.js'
import type { Handler } from './handler.js'

/** The page of a build without the site, for example of an embedding program. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Documentation</title></head>
<body><p>The documentation site is not part of this build. The contract as a document: <a href="openapi.json">openapi.json</a>.</p></body>
</html>
`

/** GET /docs: the first page of the documentation site. */
export const readContractHandler = (site: SiteFiles): Handler<'readContract'> => {
  return async () => E.right({ status: 200, html: site.home() ?? NOT_BUILT })
}
