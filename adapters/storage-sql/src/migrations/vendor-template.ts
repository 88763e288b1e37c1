import { feed } from './feed.js'
import type { Migration } from './migration.js'

/** Under what a vendor was asked for a text (docs/contract#vendor-registration); an earlier program asks under nothing. */
export const vendorTemplateColumn: Migration = {
  name: '0033_vendor_template',
  oldestProgram: feed.oldestProgram,
  statements: () => [],
  additions: (types) => [
    { kind: 'column', table: 'template_drafts', name: 'vendor_template', definition: types.text },
  ],
}
