/** How the benchmark's SMSC is entered. */
export const SMSC_LOGIN = { systemId: 'bench', password: 'bench' } as const
