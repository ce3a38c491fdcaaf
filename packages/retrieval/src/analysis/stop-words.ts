/** English words that say nothing about what a text is about; folded, with straight apostrophes. */
const words = `
a about after all also am an and any are aren't as at be because been before being below between both but by can can't cannot
could couldn't did didn't do does doesn't doing don't during each few for from further had hadn't has hasn't have haven't having
he he'd he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm i've if in into is isn't it it'll it's
its itself just let's me mine more most my myself no nor not of on once only or other our ours ourselves own shall she she'd
she'll she's should shouldn't so some such than that that's the their theirs them themselves then there there's these they
they'd they'll they're they've this those through to too until very was wasn't we we'd we'll we're we've were weren't what
what's when when's where where's which while who who's whom why why's will with won't would wouldn't you you'd you'll you're
you've your yours yourself yourselves
`;

const stopWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));

/** Whether a folded word is one of English's function words. */
export function isStopWord(folded: string): boolean {
  return stopWords.has(folded);
}
