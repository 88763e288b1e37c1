<?php

// Receives webhooks of Postrider, using only PHP itself: php receiver.php && php -S 127.0.0.1:3000 receiver.php
// The first command checks the secrets and starts nothing.

const TOLERANCE_SECONDS = 300;

/**
 * The keys of the secrets: several while one is replaced, separated by spaces or commas. None if one isn't a secret:
 * with an empty key anyone could sign.
 */
function keys(string $setting): array
{
    $keys = [];
    foreach (preg_split('/[\s,]+/', $setting, -1, PREG_SPLIT_NO_EMPTY) as $secret) {
        $base64 = str_starts_with($secret, 'whsec_') ? substr($secret, strlen('whsec_')) : '';
        $key = base64_decode($base64, true);
        if ($base64 === '' || $key === false || base64_encode($key) !== $base64) {
            return [];
        }
        $keys[] = $key;
    }
    return $keys;
}

/** Returns the event of a delivery, or null if it isn't from Postrider, was changed, or is too old. */
function verified(array $server, string $body, array $keys): ?array
{
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signatures = explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    if ($id === '' || !ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return null;
    }
    foreach ($keys as $key) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach ($signatures as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true);
            }
        }
    }
    return null;
}

/** What your program does for an event. */
function handle(array $event): void
{
    file_put_contents('php://stdout', "{$event['type']} {$event['id']}\n");
}

$keys = keys(getenv('POSTRIDER_WEBHOOK_SECRET') ?: '');
if ($keys === []) {
    file_put_contents(
        'php://stderr',
        "Set POSTRIDER_WEBHOOK_SECRET to the secret of the endpoint (whsec_ and base64).\n",
    );
    http_response_code(500);
    exit(1);
}
if (PHP_SAPI === 'cli') {
    return;
}

$event = verified($_SERVER, file_get_contents('php://input'), $keys);
if ($event === null) {
    http_response_code(400);
    return;
}

// A file for each event, for an example. In a real program, insert the ID into a table with a unique key, in the
// transaction that makes your own change.
$folder = getenv('HANDLED_FOLDER') ?: sys_get_temp_dir() . '/handled-events';
@mkdir($folder);
$mark = "$folder/" . hash('sha256', $event['id']);
// The same event can arrive more than once.
if (!file_exists($mark)) {
    handle($event);
    touch($mark);
}
http_response_code(204);
