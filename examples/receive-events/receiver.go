// Receives webhooks of Postrider, using only the standard library.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const tolerance = 5 * time.Minute

// Event is the part of an event that every type has.
type Event struct {
	ID   string          `json:"id"`
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// verify returns the event of a delivery, or an error if it isn't from Postrider, was changed, or is too old.
func verify(headers http.Header, body []byte, keys [][]byte) (Event, error) {
	var event Event
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil {
		return event, errors.New("a header is missing")
	}
	if time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return event, errors.New("the time is too far away")
	}
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.", id, timestamp)
		mac.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
			if hmac.Equal([]byte(expected), []byte(given)) {
				return event, json.Unmarshal(body, &event)
			}
		}
	}
	return event, errors.New("no signature matches")
}

var errSecret = errors.New("Set POSTRIDER_WEBHOOK_SECRET to the secret of the endpoint (whsec_ and base64).")

// keysOf returns the keys of the secrets: several while one is replaced, separated by spaces or commas. With an empty
// key anyone could sign, so text that isn't a secret is an error.
func keysOf(setting string) ([][]byte, error) {
	var keys [][]byte
	for _, secret := range strings.Fields(strings.ReplaceAll(setting, ",", " ")) {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 || !strings.HasPrefix(secret, "whsec_") {
			return nil, errSecret
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, errSecret
	}
	return keys, nil
}

// handle is what your program does for an event.
func handle(event Event) {
	fmt.Println(event.Type, event.ID)
}

func main() {
	keys, err := keysOf(os.Getenv("POSTRIDER_WEBHOOK_SECRET"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	// In memory, for an example. In a real program, insert the ID into a table with a unique key, in the
	// transaction that makes your own change.
	handled := map[string]bool{}
	var one sync.Mutex
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			log.Println(err)
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		event, err := verify(request.Header, body, keys)
		if err != nil {
			log.Println(err)
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		one.Lock()
		defer one.Unlock()
		// The same event can arrive more than once.
		if !handled[event.ID] {
			handle(event)
			handled[event.ID] = true
		}
		response.WriteHeader(http.StatusNoContent)
	})
	fmt.Println("Listening")
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
