import type { ApprovedStarter } from '@postrider/core/templates/domain/approved-starter'
import type { TestGrant } from '@postrider/core/templates/domain/test-grant'
import { anId, anInteger, aText, aValue, aValueOrNone } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const starterTable = recordTable<ApprovedStarter>('starter_templates', {
  slot: aText('slot'),
  name: aText('name'),
  category: aText('category'),
  language: aText('language'),
  content: aValue('content'),
  variables: aValue('variables'),
  approvedBy: anId('usr', 'approved_by'),
  reason: aText('reason'),
  approvedAtMs: anInteger('approved_at'),
  version: anInteger('version'),
})

export const testGrants = recordTable<TestGrant>('test_grants', {
  organizationId: anId('org', 'organization_id'),
  credit: aValueOrNone('credit'),
  templates: aValue('templates'),
})
