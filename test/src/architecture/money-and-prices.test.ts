import { expect } from 'chai'
import ts from 'typescript'
import { findUses } from './find-uses.js'
import { readImports } from './read-imports.js'
import { eachNode, packageSources, parse, type SourceFile } from './source-files.js'

/** The one place in which money moves that no message moves, and prices are set. */
const EXECUTING = 'core/src/approvals/use-cases/execute-approval.ts'

/**
 * Where one super admin decides what another proposed, and where there is nobody yet who could
 * (docs/contract#first-set-up).
 */
const DECISION = 'core/src/approvals/operations/decide-approval.ts'
const FIRST = 'core/src/setup/use-cases/set-prices-and-credit.ts'
/** Where everybody gets the play money of a test environment, once (docs/contract#test-preparation). */
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

describe('Money that no message moves, and prices', () => {
  it('are written to storage by what carries out approvals, and by nothing else', () => {
    const paths = SOURCES.map(({ path }) => path)
    expect(findUses(paths, ['Ledger.post', 'Prices.add', 'CatalogStorage.save'])).to.deep.equal({
      'Ledger.post': [EXECUTING],
      'Prices.add': [EXECUTING],
      'CatalogStorage.save': [],
    })
  }).timeout(60_000)

  it('are carried out by the decision, where there is no super admin yet by the first set-up, and to test with by a rule', () => {
    expect(imports(/\/execute-approval\.js$/)).to.deep.equal([DECISION, PREPARATION, FIRST])
    const executing = (name: string) =>
      filesWith(({ path, text }) => path !== EXECUTING && new RegExp(`\\b${name}\\b`).test(text))
    expect(executing('executeApproval')).to.deep.equal([DECISION])
    expect(executing('executeFirst')).to.deep.equal([FIRST])
    expect(executing('executeTestCredit')).to.deep.equal([PREPARATION])
  })

  it('are set up first only in a unit that found no super admin', () => {
    // What testifies to that can be made by its own file alone, which asks; and one file has it made.
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

  it('are given to test with in the test environment alone', () => {
    const [executing] = SOURCES.filter(({ path }) => path === EXECUTING)
    expect(executing?.text).to.match(/executeTestCredit[^]*environment: 'test'/)
  })

  it('are events that nobody else makes: messages reserve, settle and release', () => {
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
