import ts from 'typescript'
import { eachNode, parse, type SourceFile } from '../architecture/source-files.js'
import { lineOf } from './exported-names.js'
import type { Finding } from './finding.js'

/** The files that can open a listening socket, and why. */
const MAY_LISTEN: Readonly<Record<string, string>> = {
  'hosts/web-server/src/server/open-server.ts': 'the server with the bounds',
  'hosts/cli/src/workers/homes/home-server.ts': 'for workers of the same parent, in a folder of their user',
  'hosts/dispatcher/src/bounces/bounce-intake.ts': 'SMTP, with bounds of its own',
  'hosts/demo/src/mailbox.ts': "the demo's mailbox, on loopback",
  'hosts/command/src/hosts/choose-port.ts': 'asks the system for a free port and closes at once',
  'adapters/provider-smpp/src/smsc-simulator.ts': "the demo's SMSC, on loopback",
}

const MAKERS = new Set(['createServer', 'createSecureServer'])
const CLASSES = new Set(['Server', 'NetServer', 'HttpServer', 'SMTPServer'])

const lastName = (expression: ts.Expression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()

const opensServer = (node: ts.Node): boolean =>
  (ts.isCallExpression(node) && MAKERS.has(lastName(node.expression))) ||
  (ts.isNewExpression(node) && CLASSES.has(lastName(node.expression)))

/**
 * Finds code that makes a server of its own. Every port opens through `openServer`, so that all have the same
 * limits.
 */
export const unboundedListeners = (source: SourceFile): Finding[] => {
  if (MAY_LISTEN[source.path] !== undefined) return []
  const file = parse(source)
  const findings: Finding[] = []
  eachNode(file, (node) => {
    if (!opensServer(node)) return
    const problem = 'opens a server without bounds: use createListener of hosts/web-server'
    findings.push({ path: source.path, line: lineOf(file, node), problem })
  })
  return findings
}
