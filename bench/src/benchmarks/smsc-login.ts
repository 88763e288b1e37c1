/** The login of the benchmark's SMSC. */
export const SMSC_LOGIN = { systemId: 'bench', password: 'bench' } as const
