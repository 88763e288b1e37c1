import { runPostrider } from './run-postrider.js'

/** The typed answers, one per line. */
export const typed = (...answers: readonly string[]): string =>
  answers.map((answer) => `${answer}\n`).join('')

/** Super admins of a platform with their recovery codes. */
export interface SuperAdminCodes {
  /** The next super admin with an unused code, and that code. */
  next(): Promise<{ readonly email: string; readonly code: string }>
}

/**
 * Creates super admins with the command line as codes are needed. Each has ten recovery codes; codes of an
 * authenticator would need waiting. The first one gets the address unchanged.
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
