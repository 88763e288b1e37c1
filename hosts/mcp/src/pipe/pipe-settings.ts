import { readFileSync } from 'node:fs'

/** The address and the key of the pipe. */
export interface PipeSettings {
  readonly url: string
  readonly key: string
}

type Environment = Readonly<Record<string, string | undefined>>

const DEFAULT_URL = 'http://127.0.0.1:8080/mcp'

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

const keyIn = ({ POSTRIDER_AGENT_KEY: key, POSTRIDER_AGENT_KEY_FILE: path }: Environment): string => {
  if (key !== undefined && key !== '') return key
  if (path === undefined || path === '')
    throw new Error('Set POSTRIDER_AGENT_KEY, or POSTRIDER_AGENT_KEY_FILE to a file with the Agent key.')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new Error('The file in POSTRIDER_AGENT_KEY_FILE cannot be read.')
  }
}

const urlIn = ({
  POSTRIDER_MCP_URL: given,
  POSTRIDER_MCP_ALLOW_PLAIN_HTTP: allowPlainHttp,
}: Environment): string => {
  const text = given === undefined || given === '' ? DEFAULT_URL : given
  if (!URL.canParse(text))
    throw new Error('POSTRIDER_MCP_URL must be a URL, for example https://api.example.com/mcp.')
  const { protocol, hostname } = new URL(text)
  const isHttpAllowed = isLoopback(hostname) || allowPlainHttp === '1'
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isHttpAllowed)
  if (!isSafe)
    throw new Error(
      'POSTRIDER_MCP_URL must be https://, or http:// on this machine: it carries the key. In a private network ' +
        'POSTRIDER_MCP_ALLOW_PLAIN_HTTP=1 allows http:// to other machines.',
    )
  return text
}

/**
 * Reads the pipe's settings from the environment. It accepts no command line arguments, because other users
 * of the machine could read a key there. Throws if one is missing, and names it; never the key.
 */
export const readPipeSettings = (environment: Environment, given: readonly string[]): PipeSettings => {
  if (given.length > 0)
    throw new Error('This command has no arguments. Set the key in POSTRIDER_AGENT_KEY or a file.')
  const key = keyIn(environment)
  if (!/^prag_[a-z]+_[A-Za-z0-9_]+$/.test(key))
    throw new Error('This is not an Agent key. Agent keys start with prag_.')
  return { url: urlIn(environment), key }
}
