/** A page as a browser receives it. */
export interface Visited {
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

const read = async (response: Response): Promise<Visited> => ({
  status: response.status,
  headers: response.headers,
  html: await response.text(),
})

/** Follows a link. */
export const visit = async (port: number, path: string): Promise<Visited> =>
  read(await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' }))

/** Sends a form of a page. */
export const sendForm = async (
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Visited> =>
  read(
    await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: `http://127.0.0.1:${port}` },
      body: new URLSearchParams(fields),
    }),
  )
