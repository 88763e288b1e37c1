// Pages of source files and folders that other pages link to, so that these links work without a network.
import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { sourcePageOf } from './links.mjs'
import { descriptionOf, titleOf } from './markdown.mjs'
import { isFolder, readText, root } from './repository.mjs'

const LANGUAGES = {
  '.cfg': 'ini',
  '.conf': 'nginx',
  '.example': 'bash',
  '.go': 'go',
  '.js': 'javascript',
  '.json': 'json',
  '.mjs': 'javascript',
  '.php': 'php',
  '.py': 'python',
  '.service': 'ini',
  '.ts': 'typescript',
  '.yaml': 'yaml',
}

/** So much of a file is shown. */
const MOST_CHARACTERS = 200_000

const shortened = (text) =>
  text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, MOST_CHARACTERS)}\n… (${text.length} characters in all)`

/** A fence that the text doesn't contain. */
const fenceOf = (text) =>
  '`'.repeat(Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length + 1)))

const folderMarkdown = (file) => {
  const entries = readdirSync(join(root, file), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist')
    .map((entry) => `- \`${entry.name}${entry.isDirectory() ? '/' : ''}\``)
  return [`# ${file}/`, `The files of \`${file}\` in the repository:`, entries.sort().join('\n')].join('\n\n')
}

const fileMarkdown = (file) => {
  const text = shortened(readText(file).trimEnd())
  const fence = fenceOf(text)
  return [
    `# ${file}`,
    `This file of the repository, at the version of this site.`,
    `${fence}${LANGUAGES[extname(file)] ?? ''}\n${text}\n${fence}`,
  ].join('\n\n')
}

/** The page of a file or a folder of the repository. Markdown is shown as a page. */
export const sourcePage = (file) => {
  const markdown = file.endsWith('.md')
    ? readText(file)
    : isFolder(file)
      ? folderMarkdown(file)
      : fileMarkdown(file)
  return {
    path: sourcePageOf(file),
    source: file,
    title: file.endsWith('.md') ? (titleOf(markdown) ?? file) : file,
    section: 'Source files',
    description: file.endsWith('.md') ? descriptionOf(markdown) : `${file} of the repository.`,
    keywords: file,
    markdown,
  }
}
