import { useState } from 'react';
import type { CredentialUsage, Standing, Usage } from '../api/usage.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Section } from '../ui/section.tsx';
import type { NameOf } from './credential-names.ts';
import { durationWords, fullNumber } from './words.ts';

const pageSize = 10;

const kinds = { api_key: 'API key', oauth: 'Connected app', session: 'Person in the dashboard' } as const;

/** How much room each credential has left in this hour, the fullest first. */
export function RateLimitSection({ usage, nameOf }: { readonly usage: Usage; readonly nameOf: NameOf }) {
  const [shown, setShown] = useState(pageSize);
  const listed = usage.credentials
    // People's sign-ins are many; one that has its whole limit left tells nobody anything.
    .filter((each) => each.credential_kind !== 'session' || shareOf(each) > 0)
    .toSorted((one, other) => shareOf(other) - shareOf(one) || other.requests - one.requests);
  if (listed.length === 0) return null;
  return (
    <Section
      title="Rate limit"
      about="What each key and app may still ask for in its hour. Past it requests are refused until the hour is over; a client that waits as it is told loses nothing."
    >
      <ul className="list" aria-label="Rate limits">
        {listed.slice(0, shown).map((credential) => (
          <Headroom key={credential.credential_id} credential={credential} name={nameOf(credential)} />
        ))}
      </ul>
      {listed.length > shown && (
        <div className="load-more">
          <Button onClick={() => setShown(shown + pageSize)}>Show more</Button>
        </div>
      )}
    </Section>
  );
}

function Headroom({ credential, name }: { readonly credential: CredentialUsage; readonly name: string }) {
  const { credential_kind: kind, limited, rate_limit: standing } = credential;
  return (
    <li className={standing?.remaining === 0 ? 'headroom full' : 'headroom'}>
      <p className="name">
        <span className="title">{name}</span> <span className="quiet">{kinds[kind]}</span>
        {limited > 0 && <Badge tone="bad">{fullNumber(limited)} refused</Badge>}
      </p>
      {standing === null ? <p className="quiet">How much is left is not known right now.</p> : <Room standing={standing} name={name} />}
    </li>
  );
}

function Room({ standing: { limit, remaining, reset }, name }: { readonly standing: Standing; readonly name: string }) {
  const used = limit - remaining;
  return (
    <>
      <ProgressBar share={limit === 0 ? 1 : used / limit} label={`Of the limit of ${name}`} />
      <p className="quiet">
        <span className={remaining === 0 ? 'error' : undefined}>{fullNumber(remaining)} left</span> of {fullNumber(limit)}
        {reset > 0 && `, anew in ${durationWords(reset)}`}
      </p>
    </>
  );
}

const shareOf = ({ rate_limit: standing }: CredentialUsage): number =>
  standing === null || standing.limit === 0 ? 0 : 1 - standing.remaining / standing.limit;
