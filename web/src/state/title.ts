import { computed, effect, signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/** The title of the screen, and where it belongs to. */
interface TitlePart {
  readonly title: string
  readonly parent?: { readonly title: string; readonly href: string } | undefined
}

/** The titles of all that is shown: of a screen, and of what is open in it. */
const shown = signal<readonly TitlePart[]>([])

/** What is open counts before what it is open in, which has no parent. */
export const screenTitle = computed<TitlePart>(
  () => shown.value.findLast(({ parent }) => parent !== undefined) ?? shown.value.at(-1) ?? { title: '' },
)

/** How much waits for the reader wherever they are; it stands before the title in the browser's tab. */
export const titleCount = signal(0)

effect(() => {
  const { title } = screenTitle.value
  const count = titleCount.value === 0 ? '' : `(${titleCount.value}) `
  if (title !== '') document.title = `${count}${title} · Postrider`
})

/** Moves the keyboard focus to the screen's title. */
export const focusTitle = (): void => document.querySelector('h1')?.focus()

/** Says what the screen is called, in the top bar and in the browser's list of pages, as long as it is shown. */
export const useTitle = (title: string, parent?: TitlePart['parent']): void => {
  // With what is shown, not after it: Esc leads back from the first moment on.
  useLayoutEffect(() => {
    const part = { title, parent }
    shown.value = [...shown.value, part]
    return () => {
      shown.value = shown.value.filter((one) => one !== part)
    }
  }, [title, parent?.title, parent?.href])
}
