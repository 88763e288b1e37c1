import { useEffect, useState } from 'preact/hooks'

/** A part whose code is loaded when it is first needed; undefined until then. `load` has to be the same each time. */
export const useLatePart = <P extends object>(load: () => Promise<P>): P | 'failed' | undefined => {
  const [part, setPart] = useState<P | 'failed'>()
  useEffect(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => setPart('failed'),
    )
  }, [])
  return part
}
