/** Makes the browser save a text as a file. */
export const saveFile = (name: string, type: string, text: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.setAttribute('data-leave', '')
  link.click()
  URL.revokeObjectURL(link.href)
}
