import { expect } from 'chai'
import ts from 'typescript'
import { findUses } from './find-uses.js'
import { readImports } from './read-imports.js'
import { eachNode, packageSources, parse, type SourceFile } from './source-files.js'

/** The one place that moves money without a message, and sets prices. */
const EXECUTING = 'core/src/approvals/use-cases/execute-approval.ts'

/**
 * The places where one super admin decides another's proposal, or where no super admin exists yet
 * (docs/api/running#first-set-up).
 */
const DECISION = 'core/src/approvals/operations/decide-approval.ts'
const FIRST = 'core/src/setup/use-cases/set-prices-and-credit.ts'
/**
 * The place where each Organization gets the play money of a test environment, once
 * (docs/api/sandbox#test-preparation).
 */
const PREPARATION = 'core/src/setup/operations/prepare-test-app.ts'
const BOOTSTRAP = 'core/src/approvals/use-cases/bootstrap-mode.ts'

const SOURCES = packageSources().filter(({ path }) => /^(core|hosts\/[^/]+)\/src\//.test(path))

const filesWith = (isMeant: (file: SourceFile) => boolean): readonly string[] =>
  SOURCES.filter(isMeant).map(({ path }) => path)

const imports = (specifier: RegExp) =>
  filesWith((file) => readImports(file).some((imported) => specifier.test(imported)))

const saysText = (texts: readonly string[]) => (file: SourceFile) => {
  let isFound = false
  eachNode(parse(file), (node) => {
    if (ts.isStringLiteral(node) && texts.includes(node.text)) isFound = true
  })
  return isFound
}

describe('Money without a message, and prices', () => {
  it('are written to storage only by the code that enacts approvals', () => {
    const paths = SOURCES.map(({ path }) => path)
    expect(findUses(paths, ['Ledger.post', 'Prices.add', 'CatalogStorage.save'])).to.deep.equal({
      'Ledger.post': [EXECUTING],
      'Prices.add': [EXECUTING],
      'CatalogStorage.save': [],
    })
  })

  it('are enacted by the decision, by the first setup if no super admin exists, and for tests by a rule', () => {
    expect(imports(/\/execute-approval\.js$/)).to.deep.equal([DECISION, PREPARATION, FIRST])
    const executing = (name: string) =>
      filesWith(({ path, text }) => path !== EXECUTING && new RegExp(`\\b${name}\\b`).test(text))
    expect(executing('executeApproval')).to.deep.equal([DECISION])
    expect(executing('executeFirst')).to.deep.equal([FIRST])
    expect(executing('executeTestCredit')).to.deep.equal([PREPARATION])
  })

  it('are set up first only in a unit that found no super admin', () => {
    // Only its own file can create this proof, after its check, and only one file requests it.
    const [bootstrap] = SOURCES.filter(({ path }) => path === BOOTSTRAP)
    expect(bootstrap?.text).to.match(/private constructor/)
    expect(bootstrap?.text).to.match(
      /await unit\.superAdmins\.isNone\(\)\) \? E\.right\(new BootstrapMode\(unit\)\)/,
    )
    expect(filesWith(({ text }) => /\bnew BootstrapMode\b/.test(text))).to.deep.equal([BOOTSTRAP])
    expect(filesWith(({ text }) => /\bBootstrapMode\.in\(/.test(text))).to.deep.equal([
      'core/src/setup/use-cases/set-up-first.ts',
    ])
  })

  it('are given for tests only in the test environment', () => {
    const [executing] = SOURCES.filter(({ path }) => path === EXECUTING)
    expect(executing?.text).to.match(/executeTestCredit[^]*environment: 'test'/)
  })

  it('are events that no other code creates: messages reserve, settle and release', () => {
    expect(filesWith(saysText(['credit', 'debit']))).to.deep.equal([
      'core/src/approvals/domain/enact.ts',
      'core/src/ledger/domain/ledger-event.ts',
    ])
    const knowing = imports(/(ledger\/domain|\.)\/post(\.js)?$/)
    const booking = filesWith(({ path, text }) => knowing.includes(path) && /\bpost\(/.test(text))
    expect(booking).to.deep.equal([
      EXECUTING,
      'core/src/messaging/domain/acceptance/working-set.ts',
      'core/src/messaging/domain/dispatch/settle.ts',
    ])
  })
})
