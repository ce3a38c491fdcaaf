/** How a word on how something stands is shown. */
export type BadgeTone = 'plain' | 'good' | 'bad' | 'busy' | 'wary';
