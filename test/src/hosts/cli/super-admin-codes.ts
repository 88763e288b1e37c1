import { runPostrider } from './run-postrider.js'

/** What is typed, a line each. */
export const typed = (...answers: readonly string[]): string =>
  answers.map((answer) => `${answer}\n`).join('')

/** Super admins of a platform, and codes that let them in. */
export interface SuperAdminCodes {
  /** The next super admin who can be let in, and their code, for this once. */
  next(): Promise<{ readonly email: string; readonly code: string }>
}

/**
 * Makes super admins at the command line as codes are asked for: each has ten recovery codes, and those of an
 * authenticator would have to be waited for. The first one has the address as it stands.
 */
export const superAdminCodes = (
  settings: Readonly<Record<string, string>>,
  address: string,
  password: string,
): SuperAdminCodes => {
  let made = 0
  let email = address
  let left: string[] = []
  const create = async (): Promise<void> => {
    email = made === 0 ? address : address.replace('@', `.${made}@`)
    made += 1
    const args = ['admin', 'create', '--email', email, '--name', 'Olu', '--reason', 'To run the platform.']
    const { out, err } = await runPostrider(args, settings, typed(password, password, 'yes'))
    left = [...out.matchAll(/^ {2}(\S+)$/gm)].map(([, code = '']) => code)
    if (left.length !== 10) throw new Error(`no super admin was made: ${out}${err}`)
  }
  return {
    next: async () => {
      if (left.length === 0) await create()
      return { email, code: left.pop() ?? '' }
    },
  }
}
