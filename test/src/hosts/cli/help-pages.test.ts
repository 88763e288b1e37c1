import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { commandLine } from '@postrider/cli/command-line'
import { PART_PAGES } from '@postrider/cli/doctor/part-pages'
import { createTerminal } from '@postrider/command/terminal/terminal'
import { repositoryRoot } from '../../architecture/source-files.js'
import { anchorsOf } from '../../tidy/headings.js'

/** Whether a page of the documentation exists, with its anchor. */
const isPage = (page: string): boolean => {
  const [name = '', anchor] = page.split('#')
  const file = join(repositoryRoot, 'docs', `${name}.md`)
  return existsSync(file) && (anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor))
}

type Command = ReturnType<typeof commandLine>

const helpOf = (command: Command): string => {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp()
  return text
}

const pagesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\/docs\/([\w/#-]+)/g)].map(([, page = '']) => page)

describe('Links of the command to the documentation', () => {
  const program = commandLine({}, createTerminal(process.stdout, process.stderr, {}), () => undefined)

  it('are in the help of every command, and lead to a page', () => {
    for (const command of program.commands) {
      const pages = pagesIn(helpOf(command))
      expect(pages, command.name()).to.have.length(1)
      expect(pages.filter((page) => !isPage(page))).to.deep.equal([])
    }
  })

  it('are the topics in the help of postrider', () => {
    const pages = pagesIn(helpOf(program))
    expect(pages.length).to.be.greaterThan(5)
    expect(pages.filter((page) => !isPage(page))).to.deep.equal([])
  })

  it('lead to a page from each part that the doctor checks', () => {
    expect(Object.values(PART_PAGES).filter((page) => !isPage(page))).to.deep.equal([])
  })
})
