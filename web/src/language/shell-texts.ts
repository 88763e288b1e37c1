import { PRODUCT_NAME } from './product.js'

/** The texts of the frame around the screens of every site. */
export const SHELL_TEXTS = {
  product: PRODUCT_NAME,
  support: 'Contact support',
  documentation: 'Documentation',
  skip: 'Skip to content',
  navigation: 'Navigation',
  menu: 'Menu',
  backTo: (title: string) => `Back to ${title}`,
  closeMenu: 'Close the menu',
  zone: 'Times are in',
  live: 'Live',
  connecting: 'Connecting',
  reconnecting: (clock: string) => `Reconnecting, as of ${clock}`,
  tooManyTabs: 'Too many tabs',
  tooManyTabsTitle: 'Too many tabs are open',
  tooManyTabsText:
    'You have 10 tabs of this site open. More tabs can’t get live updates. Close one, and this tab connects within a few seconds.',
  signedOut: 'Signed out',
  stopped: 'Disconnected: reload the page',
  signIn: 'Sign in',
  signedOutText: 'Your session has expired. Sign in to continue where you were.',
  notFoundTitle: 'Page not found',
  notFoundText: 'This page doesn’t exist, or your permissions don’t cover it.',
  screenFailed: 'Couldn’t load this screen. Reload the page.',
  reload: 'Reload',
  noAnswerTitle: 'No response from the server yet',
  noAnswer:
    'The page keeps trying, with longer and longer pauses. Nothing is shown until the server responds.',
  keys: 'Keyboard shortcuts',
  help: 'Help and shortcuts',
  singleKeys: 'Use single-key shortcuts',
} as const
